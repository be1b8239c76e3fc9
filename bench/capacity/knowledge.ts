import { createKnowledge } from '../../server/judge/knowledge.ts'
import { sizeOf } from '../../server/judge/packed.ts'
import type { Place } from '../../tests/support/worlds/factories.ts'
import type { Firm } from './people.ts'
import type { Results } from './results.ts'

/** @returns what a server keeps of one organization for the judge, on average */
export async function measureKnowledge(
  place: Place,
  firms: readonly Firm[],
): Promise<Results['bytesOfOrganization']> {
  const knowledge = createKnowledge(place)
  const sums = { own: 0, correspondents: 0 }
  for (const { id } of firms) {
    const { own, correspondents } = await knowledge(id)
    sums.own += sizeOf(own)
    sums.correspondents += sizeOf(correspondents)
  }
  return {
    own: sums.own / firms.length,
    correspondents: sums.correspondents / firms.length,
  }
}
