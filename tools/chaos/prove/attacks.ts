import { browserAttack } from '../browser/attack.ts'
import { clocksAttack } from '../clocks/attack.ts'
import { connectAttack } from '../connect/attack.ts'
import { connectionsAttack } from '../connections/attack.ts'
import { containerAttack } from '../container/attack.ts'
import { contentAttack } from '../content/attack.ts'
import { doctorAttack } from '../doctor/attack.ts'
import { failoverAttack } from '../failover/attack.ts'
import { firmsAttack } from '../firms/attack.ts'
import { fuzzAttack } from '../fuzz/attack.ts'
import { importAttack } from '../import/attack.ts'
import { installAttack } from '../install/attack.ts'
import { judgeAttack } from '../judge/attack.ts'
import { killAttack } from '../kill/attack.ts'
import { listsAttack } from '../lists/attack.ts'
import { longTextAttack } from '../long-text/attack.ts'
import { mailAttack } from '../mail/attack.ts'
import { migrationsAttack } from '../migrations/attack.ts'
import { pointInTimeAttack } from '../point-in-time/attack.ts'
import { poolerAttack } from '../pooler/attack.ts'
import { realMailAttack } from '../real-mail/attack.ts'
import { restoreAttack } from '../restore/attack.ts'
import { retentionAttack } from '../retention/attack.ts'
import { rspamdAttack } from '../rspamd/attack.ts'
import { scimAttack } from '../scim/attack.ts'
import { soakAttack } from '../soak/attack.ts'
import { stormAttack } from '../storm/attack.ts'
import { upgradeAttack } from '../upgrade/attack.ts'
import { webhooksAttack } from '../webhooks/attack.ts'
import { wireAttack } from '../wire/attack.ts'
import type { Attack } from './attack.ts'

/** In the order in which they run. */
export const attacksWith = (soakMinutes: number): readonly Attack[] => [
  killAttack,
  importAttack,
  restoreAttack,
  fuzzAttack,
  longTextAttack,
  listsAttack,
  connectionsAttack,
  poolerAttack,
  migrationsAttack,
  upgradeAttack,
  retentionAttack,
  mailAttack,
  webhooksAttack,
  scimAttack,
  realMailAttack,
  rspamdAttack,
  judgeAttack,
  clocksAttack,
  contentAttack,
  browserAttack,
  connectAttack,
  doctorAttack,
  installAttack,
  containerAttack,
  failoverAttack,
  pointInTimeAttack,
  firmsAttack,
  wireAttack,
  stormAttack,
  soakAttack(soakMinutes),
]
