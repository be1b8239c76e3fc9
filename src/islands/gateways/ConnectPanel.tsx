import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { watchArrival } from '../../lib/gateways/connect-arrival.ts'
import { chooseProvider } from '../../lib/gateways/connect-files.ts'
import { connectOrganization, gatewayKeys } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { ArrivalCard } from './ArrivalCard.tsx'
import styles from './ConnectPanel.module.css'
import { Files } from './Files.tsx'
import { Keys } from './Keys.tsx'
import { ProviderChoice } from './ProviderChoice.tsx'
import { Refused } from './Refused.tsx'

/** Keys, files and arrival of an organization's mail (A468). */
export function ConnectPanel({ organizationId }: { readonly organizationId: string }) {
  const words = useStore($connectWords)
  const resource = useStore(gatewayKeys.$resource)
  useEffect(() => {
    const disconnect = connectOrganization(organizationId)
    const stopWatching = watchArrival(organizationId)
    return () => {
      stopWatching()
      chooseProvider(undefined)
      disconnect()
    }
  }, [organizationId])

  if (resource.status === 'failed') {
    return (
      <StateMessage icon="warning" title={words.failed} isProblem error={resource.error}>
        <Button onClick={() => void gatewayKeys.reload()}>{words.tryAgain}</Button>
      </StateMessage>
    )
  }
  if (resource.status === 'loading' || resource.data.organizationId !== organizationId) {
    return <Spinner label={words.loading} />
  }
  const { keys } = resource.data
  if (keys === undefined) {
    return <StateMessage icon="info" title={words.unsupported} hint={words.unsupportedHint} />
  }
  return (
    <div className={styles.panel}>
      <ArrivalCard />
      <Refused />
      <Keys keys={keys} />
      <ProviderChoice />
      <Files />
    </div>
  )
}
