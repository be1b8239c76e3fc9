import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/*
 * Loaded into a process or a thread of the server with --import: says whether something could be added
 * to what all objects inherit.
 */

const found = () => ({ isOpen: Object.isExtensible(Object.prototype) })

process.on('exit', () => writeSync(2, JSON.stringify(found())))
parentPort?.on('message', () => parentPort?.postMessage(found()))
