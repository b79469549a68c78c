import { Agent, setGlobalDispatcher } from 'undici';

// n8n ends a connection that nobody has used for 5 s. On a busy machine, that is when a test has just sent something by it.
setGlobalDispatcher(new Agent({ pipelining: 0 }));
