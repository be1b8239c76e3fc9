import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { gatewayScopes, type KeyOwner, openKeys } from '../../lib/gateways/connect-keys.ts'
import { $operatorKeysWords } from '../../lib/gateways/words/operator-keys.words.yaml'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { Keys, LoadedKeys } from './Keys.tsx'
import { NewKeys } from './NewKeys.tsx'

const isOf = (owner: KeyOwner | undefined) => owner === 'operator'

/** The operator's gateway keys, for many organizations on one mail host. */
export function OperatorKeysView() {
  const words = useStore($operatorKeysWords)
  useEffect(() => openKeys('operator'), [])
  return (
    <ViewPage screen="admin" view="keys" subtitle={words.text}>
      <LoadedKeys isOf={isOf}>
        {(keys) => (
          <>
            <Keys keys={keys} isForOperator>
              <NewKeys needed={gatewayScopes} isForOperator />
            </Keys>
            <p>
              {words.filesHint} <code>aman rspamd --operator</code>
            </p>
          </>
        )}
      </LoadedKeys>
    </ViewPage>
  )
}
