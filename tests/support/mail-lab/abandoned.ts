import { startTestLab } from './start.ts'

/*
 * Starts a lab, says where it is, and stays until it is killed: for the test that nothing is left then.
 */

const lab = await startTestLab({ origin: 'http://127.0.0.1:9' })
const { folder, smtpPort, ports } = lab.mail
process.stdout.write(`${JSON.stringify({ folder, ports: [smtpPort, ...Object.values(ports)] })}\n`)
