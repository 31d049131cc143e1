#!/usr/bin/env node
// The command `gistboard`: what it can do is listed in program.ts.

// An agent waits for each of its hooks, so a hook does not wait for the other commands to load.
if (process.argv[2] === 'hook') await (await import('./hooks/hook-process.js')).runHookProcess(process.argv.slice(3));
else process.exitCode = await (await import('./program.js')).runProgram(process.argv);
