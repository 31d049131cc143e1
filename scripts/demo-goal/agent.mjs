// One role of the demonstration of a goal, as a process of its own: who it is, it has from its token alone.
import { Member } from './member.mjs';
import { PARTS } from './parts.mjs';

const { GISTBOARD_URL: url, GISTBOARD_TOKEN: token, DEMO_NAME: name } = process.env;
const member = new Member({ url, token, name });
await PARTS[name.split('#')[0]](member);
await member.leave();
