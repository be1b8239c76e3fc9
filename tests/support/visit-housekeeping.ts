import { minuteMs } from '../../server/core/clock.ts'
import { startHousekeeping } from '../../server/housekeeping.ts'

/** Runs what is due as a server does that starts and ends; a busy machine may take longer for it than a stop. */
export function visitHousekeeping(
  services: Parameters<typeof startHousekeeping>[0],
): Promise<void> {
  return startHousekeeping(services, 2 * minuteMs).stop()
}
