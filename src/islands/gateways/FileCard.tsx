import { useStore } from '@nanostores/react'
import { useId, useRef } from 'react'
import { saveTextFile } from '../../lib/files/save-file.ts'
import {
  $provider,
  type ConnectionFile,
  copyNamed,
  fillIn,
  noteOf,
} from '../../lib/gateways/connect-files.ts'
import type { GatewayScope } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import styles from './FileCard.module.css'

type ByScope<Value> = Readonly<Record<GatewayScope, Value>>

interface FileCardProps {
  readonly file: ConnectionFile
  readonly placeholders: ByScope<string>
  readonly keys: Partial<ByScope<string>>
}

/** A file to copy or download, with the keys that were just issued. */
export function FileCard({ file, placeholders, keys }: FileCardProps) {
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
        <div className={styles.actions}>
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
        <p className={styles.note}>
          {words.path} <code dir="ltr">{path}</code>
        </p>
      )}
      {note !== '' && <p className={styles.note}>{note}</p>}
      {holdsKey && <p className={styles.note}>{words.withKey}</p>}
      {left.map((placeholder) => (
        <p key={placeholder} className={styles.note}>
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
