#!/usr/bin/env node
// The command `gistboard`: what it can do is listed in program.ts.
import { runProgram } from './program.js';

process.exitCode = await runProgram(process.argv);
