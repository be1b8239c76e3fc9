import { useStore } from '@nanostores/react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $flagSearch, $foundFlags, flags } from '../../lib/flags/flags.ts'
import { $flagsWords } from '../../lib/flags/words/flags.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { RowList } from '../../ui/RowList.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './FlagList.module.css'
import { FlagRow } from './FlagRow.tsx'
import { FlagTools } from './FlagTools.tsx'

/** The list with its search; an empty list takes precedence over no match (R169-R179). */
export function FlagList() {
  const words = useStore($flagsWords)
  const search = useStore($flagSearch)
  const found = useStore($foundFlags)
  const can = useStore($capabilities)
  return (
    <Loaded store={flags} loading={words.loading} failed={words.notLoaded}>
      {(data) => (
        <section aria-labelledby="flags-title">
          <div className={styles.head}>
            <div>
              <h2 id="flags-title">{words.listTitle}</h2>
              <p>
                {words.counts({
                  green: formatCount(data.green_count),
                  red: formatCount(data.red_count),
                })}
              </p>
            </div>
            <SearchField
              label={words.search}
              hint={words.searchHint}
              value={search}
              onSearch={(wanted) => $flagSearch.set(wanted)}
            />
          </div>
          {can.has('flag-changes') && <FlagTools found={found} />}
          {data.flags.length === 0 && <StateMessage icon="safe" title={words.none} />}
          <div role="status">
            {data.flags.length > 0 && found.length === 0 && (
              <StateMessage icon="search" title={words.noMatch} />
            )}
            {search.trim() !== '' && found.length > 0 && (
              <p className={styles.found}>
                {words.found({
                  found: formatCount(found.length),
                  total: formatCount(data.flags.length),
                })}
              </p>
            )}
          </div>
          {found.length > 0 && (
            <RowList
              label={words.listTitle}
              total={data.flags.length}
              rows={found}
              rowKey={(flag) => flag.id}
              row={(flag) => <FlagRow flag={flag} />}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}
