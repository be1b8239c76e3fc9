import { useStore } from '@nanostores/react'
import { $issuedKeys, type KeyScope } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { IssuedKeys } from './IssuedKeys.tsx'
import { IssueKeyForm } from './IssueKeyForm.tsx'
import styles from './Keys.module.css'

interface NewKeysProps {
  readonly needed: readonly KeyScope[]
  readonly isForOperator?: boolean
}

/** The keys that a connection needs, issued in one press and shown once. */
export function NewKeys({ needed, isForOperator = false }: NewKeysProps) {
  const words = useStore($connectWords)
  const issued = useStore($issuedKeys)
  const missing = needed.filter((scope) => issued[scope] === undefined)
  return (
    <>
      <IssuedKeys keys={issued} isForOperator={isForOperator} />
      {missing.length > 0 && (
        <p className={styles.hint}>
          {words.needs(missing.length)} {missing.map((scope) => words[scope]).join(' · ')}
        </p>
      )}
      <IssueKeyForm missing={missing} isForOperator={isForOperator} />
    </>
  )
}
