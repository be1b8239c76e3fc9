import { useStore } from '@nanostores/react'
import { $joinCode, copyCode, type JoinCode, showCode } from '../../lib/account/extension-code.ts'
import { $extensionCodeWords } from '../../lib/account/words/extension-code.words.yaml'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import styles from './parts/Section.module.css'
import { Section } from './parts/Section.tsx'

/** A code that joins an extension, which then is one of the sessions. */
export function ExtensionSection() {
  const words = useStore($extensionCodeWords)
  const code = useStore($joinCode)
  const isPending = code === 'pending'
  return (
    <Section title={words.title} text={words.text}>
      {code === undefined || isPending ? (
        <div>
          <Button variant="secondary" pending={isPending} onClick={() => void showCode()}>
            {isPending ? words.showing : words.show}
          </Button>
        </div>
      ) : (
        <Code code={code} />
      )}
    </Section>
  )
}

function Code({ code }: { readonly code: JoinCode }) {
  const words = useStore($extensionCodeWords)
  return (
    <>
      <p role="status">{words.enter({ time: displayMoment(code.expiresAt) })}</p>
      <dl className={styles.details}>
        <div>
          <dt className="soft">{words.address}</dt>
          <dd>
            <bdi>{code.address}</bdi>
          </dd>
        </div>
        <div>
          <dt className="soft">{words.code}</dt>
          <dd>
            <bdi>{code.code}</bdi>
          </dd>
        </div>
      </dl>
      <QrCode text={code.link} label={words.qr} />
      <div>
        <Button variant="secondary" size="small" onClick={() => void copyCode(code)}>
          {words.copy}
        </Button>
      </div>
    </>
  )
}
