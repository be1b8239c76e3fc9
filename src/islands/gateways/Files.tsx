import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import { saveTextFile } from '../../lib/files/save-file.ts'
import {
  $provider,
  type ConnectionFile,
  connectionFiles,
  copyNamed,
  fillIn,
  neededKeys,
  noteOf,
} from '../../lib/gateways/connect-files.ts'
import { $connected, $issuedKeys, type GatewayScope } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import styles from './ConnectPanel.module.css'
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

type ByScope<Value> = Readonly<Record<GatewayScope, Value>>

interface FileCardProps {
  readonly file: ConnectionFile
  readonly placeholders: ByScope<string>
  readonly keys: Partial<ByScope<string>>
}

/** A file to copy or download, with the keys that were just issued. */
function FileCard({ file, placeholders, keys }: FileCardProps) {
  const words = useStore($connectWords)
  const code = useRef<HTMLPreElement>(null)
  const titleId = useId()
  const { name, path } = file
  const note = noteOf(file, useStore($provider))
  const { text, holdsKey, left } = fillIn(file.text, placeholders, keys)
  async function copy() {
    if (await copyNamed(name, text)) return
    code.current?.focus()
    if (code.current) getSelection()?.selectAllChildren(code.current)
  }
  return (
    <article className={styles.file} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h4 id={titleId}>
          <code dir="ltr">{name}</code>
        </h4>
        <div className="close-row">
          <Button
            variant="secondary"
            size="small"
            label={words.copyOne({ name })}
            onClick={() => void copy()}
          >
            {words.copy}
          </Button>
          <Button
            variant="secondary"
            size="small"
            label={words.downloadOne({ name })}
            onClick={() => saveTextFile(name, text, 'text/plain')}
          >
            {words.download}
          </Button>
        </div>
      </div>
      {path !== '' && (
        <p className="soft">
          {words.path} <code dir="ltr">{path}</code>
        </p>
      )}
      {note !== '' && <p className="soft">{note}</p>}
      {holdsKey && <p className="soft">{words.withKey}</p>}
      {left.map((placeholder) => (
        <p key={placeholder} className="soft">
          {words.placeholder} <code dir="ltr">{placeholder}</code>
        </p>
      ))}
      <pre
        ref={code}
        className={styles.code}
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        role="region"
        aria-labelledby={titleId}
      >
        {text}
      </pre>
    </article>
  )
}
