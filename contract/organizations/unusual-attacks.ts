import * as v from 'valibot'
import { count, id, object, text } from '../core/basic.ts'

/** At most this many organizations are named for each reason to look at them. */
export const mostNamed = 5

/** The organizations with unusual attacks: how many, and the first of them. */
export const unusualAttacks = object({
  count,
  attacked: v.nullish(v.array(object({ id, name: text, recent: count, usual: count })), []),
})

export const unusualAttacksFields = {
  count: 'How many there are.',
  attacks: 'Organizations with many more threats in the last 7 days than in the 4 weeks before.',
  attacked: 'The first of them, the largest jump first.',
  recent: 'Threats of the last 7 days.',
  usual: 'Threats of a usual week before them.',
} as const

export const unusualAttacksExample = {
  count: 1,
  attacked: [
    { id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093', name: 'Cedar Clinic', recent: 42, usual: 6.5 },
  ],
}
