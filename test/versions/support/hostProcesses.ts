import type { ChildProcess } from 'node:child_process';

/** The running hosts: jest's setup and teardown share this module, the tests do not. */
export const hostProcesses: ChildProcess[] = [];
