import { browserAttack } from '../browser/attack.ts'
import { contentAttack } from '../content/attack.ts'
import { firefoxAttack } from '../firefox/attack.ts'
import { fuzzAttack } from '../fuzz/attack.ts'
import { killAttack } from '../kill/attack.ts'
import { listsAttack } from '../lists/attack.ts'
import type { Attack } from './attack.ts'

/** In the order in which they are made. */
export const attacks: readonly Attack[] = [
  killAttack,
  fuzzAttack,
  listsAttack,
  contentAttack,
  browserAttack,
  firefoxAttack,
]
