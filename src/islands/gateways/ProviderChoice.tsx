import { useStore } from '@nanostores/react'
import { $provider, chooseProvider, connectionProviders } from '../../lib/gateways/connect-files.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import styles from './ProviderChoice.module.css'

/** The mail system, which decides about the files. */
export function ProviderChoice() {
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
