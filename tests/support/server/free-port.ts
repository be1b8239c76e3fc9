import { freePorts } from '../../../tools/mail-lab/free-ports.ts'

/** @returns a port that nothing listens on */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
