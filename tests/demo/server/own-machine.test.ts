import { expect, test } from 'vitest'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { demoConfiguration } from '../../../server/demo/require-private.ts'

test.each([
  [{}, '127.0.0.0/8,::1/128'],
  [{ HOST: 'localhost' }, '127.0.0.0/8,::1/128'],
  [{ HOST: '0.0.0.0' }, ''],
  [{ HOST: '192.0.2.7' }, ''],
  [{ HOST: '0.0.0.0', OUTBOUND_PRIVATE_NETWORKS: '10.0.0.0/8' }, '10.0.0.0/8'],
])('the demo on %o lets identity providers be in the private networks %j', (given, networks) => {
  const environment = { ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS: 'yes', ...given }
  const { outboundPrivateNetworks } = demoConfiguration(readConfiguration(environment))
  expect(outboundPrivateNetworks).toBe(networks)
})
