import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { watchArrival } from '../../lib/gateways/connect-arrival.ts'
import { $provider, chooseProvider, connectionProviders } from '../../lib/gateways/connect-files.ts'
import { type KeyOwner, openKeys } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { ArrivalCard } from './ArrivalCard.tsx'
import styles from './ConnectPanel.module.css'
import { Files } from './Files.tsx'
import { Keys } from './Keys.tsx'
import { LoadedKeys } from './LoadedKeys.tsx'
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

/** The mail system, which decides about the files. */
function ProviderChoice() {
  const words = useStore($connectWords)
  const chosen = useStore($provider)
  return (
    <fieldset className={styles.providers}>
      <legend>
        <h3>{words.provider}</h3>
        <p className={styles.hint}>{words.providerHint}</p>
      </legend>
      {connectionProviders.map((provider) => (
        <label key={provider} className={styles.provider}>
          <input
            type="radio"
            name="provider"
            value={provider}
            checked={provider === chosen}
            onChange={() => chooseProvider(provider)}
          />
          <span>
            <span className={styles.name}>{words[provider]}</span>
            <span className={styles.hint}>{words[`${provider}Hint`]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
