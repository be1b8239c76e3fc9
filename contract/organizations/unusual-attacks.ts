import { count, id, object, rows, text } from '../core/basic.ts'
import { field, shown } from '../core/field.ts'

/** At most this many organizations are named for each reason to look at them. */
export const mostNamed = 5

/** The organizations with unusual attacks: how many, and the first of them. */
export const unusualAttacks = object({
  count: field(count, 'How many there are.', 1),
  attacked: rows('The first of them, the largest jump first.', {
    id: field(id, 'The id of the row.', shown.organization),
    name: field(text, 'The name of the organization.', 'Cedar Clinic'),
    recent: field(count, 'Threats of the last 7 days.', 42),
    usual: field(count, 'Threats of a usual week before them.', 6.5),
  }),
})
