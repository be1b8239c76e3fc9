import { useEffect } from 'react'
import { watchArrival } from '../../lib/gateways/connect-arrival.ts'
import { chooseProvider } from '../../lib/gateways/connect-files.ts'
import { type KeyOwner, openKeys } from '../../lib/gateways/connect-keys.ts'
import { ArrivalCard } from './ArrivalCard.tsx'
import { Files } from './Files.tsx'
import { Keys } from './Keys.tsx'
import { LoadedKeys } from './LoadedKeys.tsx'
import { ProviderChoice } from './ProviderChoice.tsx'
import { Refused } from './Refused.tsx'

/** Keys, files and arrival of an organization's mail. */
export function ConnectPanel({ organizationId }: { readonly organizationId: string }) {
  useEffect(() => {
    const close = openKeys({ organizationId })
    const stopWatching = watchArrival(organizationId)
    return () => {
      stopWatching()
      chooseProvider(undefined)
      close()
    }
  }, [organizationId])
  const isOf = (owner: KeyOwner | undefined) =>
    typeof owner === 'object' && owner.organizationId === organizationId
  return (
    <LoadedKeys isOf={isOf}>
      {(keys) => (
        <>
          <ArrivalCard />
          <Refused />
          <ProviderChoice />
          <Files />
          {keys.length > 0 && <Keys keys={keys} />}
        </>
      )}
    </LoadedKeys>
  )
}
