import { connectionsAttack } from '../connections/attack.ts'
import { doctorAttack } from '../doctor/attack.ts'
import { failoverAttack } from '../failover/attack.ts'
import { importAttack } from '../import/attack.ts'
import { installAttack } from '../install/attack.ts'
import { listsAttack } from '../lists/attack.ts'
import { mailboxesAttack } from '../mailboxes/attack.ts'
import { migrationsAttack } from '../migrations/attack.ts'
import { pointInTimeAttack } from '../point-in-time/attack.ts'
import { retentionAttack } from '../retention/attack.ts'
import { soakAttack } from '../soak/attack.ts'
import { stormAttack } from '../storm/attack.ts'
import { webhooksAttack } from '../webhooks/attack.ts'
import type { Attack } from './attack.ts'

/** In the order in which they run. */
export const attacksWith = (soakMinutes: number): readonly Attack[] => [
  importAttack,
  listsAttack,
  connectionsAttack,
  migrationsAttack,
  mailboxesAttack,
  retentionAttack,
  webhooksAttack,
  doctorAttack,
  installAttack,
  failoverAttack,
  pointInTimeAttack,
  stormAttack,
  soakAttack(soakMinutes),
]
