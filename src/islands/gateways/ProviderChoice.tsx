import { useStore } from '@nanostores/react'
import { $provider, chooseProvider, connectionProviders } from '../../lib/gateways/connect-files.ts'
import { $connectMessages } from '../../lib/gateways/words/connect.words.yaml'
import styles from './ProviderChoice.module.css'

/** What runs the mail, which decides about the files. */
export function ProviderChoice() {
  const messages = useStore($connectMessages)
  const chosen = useStore($provider)
  return (
    <fieldset className={styles.providers}>
      <legend>
        <h3>{messages.provider}</h3>
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
            <span className={styles.name}>{messages[provider]}</span>
            <span className={styles.hint}>{messages[`${provider}Hint`]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
