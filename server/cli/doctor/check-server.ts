import type { Configuration } from '../../core/configuration.ts'
import { fingerprintSettings } from '../../core/doctor-token.ts'
import { localAddress } from '../../core/local-address.ts'
import { askServer } from './ask-server.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

/**
 * Whether the server of this machine runs, with the settings and the database that this command has.
 * @param secret of the database; undefined where it cannot be read
 */
export async function checkServer(
  configuration: Configuration,
  secret: string | undefined,
): Promise<Finding> {
  if (configuration.port === 0) return leftOut('The server: PORT is 0, so it picks one itself')
  const address = localAddress(configuration)
  const asked = await askServer(address, secret)
  if (asked.is === 'silent') {
    return wrong(
      `No server answers at ${address}: ${reasonOf(asked.cause)}`,
      'Start it: systemctl start aman. If it does not stay up, its log says why: journalctl --unit aman',
    )
  }
  if (asked.is === 'another program') {
    return wrong(
      `Another program has the port of the server: ${address} is not Aman`,
      `Stop it (as root, ss -ltnp 'sport = :${configuration.port}' names it), or set PORT to another one, here and in the proxy.`,
    )
  }
  if (secret === undefined) return well(`A server answers at ${address}`)
  if (asked.report === undefined) {
    return wrong(
      `The server at ${address} has another database than this command, or another version`,
      `Restart it with these settings: ${restart}`,
    )
  }
  const { settings } = asked.report
  const differing = Object.entries(fingerprintSettings(secret, process.env)).flatMap(
    ([name, value]) => (settings[name] === value ? [] : name),
  )
  if (differing.length === 0) return well(`The server at ${address} has these settings`)
  return wrong(
    `The server at ${address} has other values of ${differing.join(', ')}`,
    `It read the settings before they were changed: ${restart}. Or run this command with the settings of the server.`,
  )
}

const restart = 'systemctl restart aman'
