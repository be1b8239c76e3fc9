import styles from './ScreenTitle.module.css'

export function ScreenTitle({ title, subtitle }: { title: string; subtitle?: string }) {
  return (
    <div className={styles.title}>
      <h1>{title}</h1>
      {subtitle !== undefined && <p>{subtitle}</p>}
    </div>
  )
}
