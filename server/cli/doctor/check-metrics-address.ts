import ipaddr from 'ipaddr.js'
import type { Configuration } from '../../core/configuration.ts'
import { type Finding, leftOut, well, wrong } from './finding.ts'

/** Networks that the internet does not reach. */
const closed = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** The figures have no password, so only Prometheus may reach them. */
export function checkMetricsAddress({ metricsAddress }: Configuration): Finding {
  if (metricsAddress === null) return leftOut('METRICS_ADDRESS is not set')
  const { host } = metricsAddress
  return closed.has(ipaddr.process(host).range())
    ? well(`METRICS_ADDRESS: ${host} is no public address`)
    : wrong(
        `METRICS_ADDRESS: ${host} may be reached from the internet, and asks for no password`,
        'Take 127.0.0.1, or an address of the network that Prometheus is in.',
      )
}
