import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Progress } from '../../ui/Progress.tsx'
import type { ImportSource } from './import-source.ts'

interface ImportProgressProps<Row extends { readonly line: number }> {
  readonly source: ImportSource<Row>
  readonly status: 'checking' | 'running'
}

/** How far the dry run or the import is; either can be stopped. */
export function ImportProgress<Row extends { readonly line: number }>({
  source,
  status,
}: ImportProgressProps<Row>) {
  const importWords = useStore($importWords)
  const words = useStore(source.$words)
  const { progress } = useStore(source.store.$import)
  const stop = useRef<HTMLButtonElement>(null)
  const isRunning = status === 'running'
  useEffect(() => {
    if (isRunning) stop.current?.focus()
  }, [isRunning])
  const numbers = { done: formatCount(progress.done), total: formatCount(progress.total) }
  return (
    <Progress
      text={isRunning ? words.running : importWords.checking}
      {...progress}
      shown={isRunning ? words.runningOf(numbers) : importWords.checkingOf(numbers)}
      onStop={source.store.stop}
      stopRef={stop}
    />
  )
}
