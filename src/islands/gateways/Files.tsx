import { useStore } from '@nanostores/react'
import { $provider, connectionFiles, neededKeys } from '../../lib/gateways/connect-files.ts'
import { $connected, $issuedKeys } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Spinner } from '../../ui/Spinner.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import { FileCard } from './FileCard.tsx'
import styles from './Files.module.css'
import { NewKeys } from './NewKeys.tsx'

/** The keys and files for the chosen provider; nothing before the choice. */
export function Files() {
  const words = useStore($connectWords)
  const provider = useStore($provider)
  const organizationId = useStore($connected)
  const keys = useStore($issuedKeys)
  const resource = useStore(connectionFiles.$resource)
  if (provider === undefined) return null
  if (resource.status === 'failed') {
    return (
      <FailedLoad
        title={words.filesFailed}
        error={resource.error}
        onRetry={connectionFiles.reload}
      />
    )
  }
  const data = resource.status === 'loaded' ? resource.data : undefined
  if (data === undefined || data.provider !== provider || data.organizationId !== organizationId) {
    return <Spinner label={words.filesLoading} />
  }
  const { files, placeholders } = data
  return (
    <>
      <section className={styles.files} aria-labelledby="connect-new-keys">
        <h3 id="connect-new-keys">{words.newKeys}</h3>
        <NewKeys needed={neededKeys(files, placeholders)} />
      </section>
      <section className={styles.files} aria-labelledby="connect-files">
        <h3 id="connect-files">{words.files}</h3>
        <ol>
          {files.map((file) => (
            <li key={file.name}>
              <FileCard file={file} placeholders={placeholders} keys={keys} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
