import './badge.css'
import { Icon, type IconName } from './Icon.tsx'

export type Tone = 'safe' | 'caution' | 'danger'

/** A rating, always shown with a colour, an icon and a word. */
export function Badge({ tone, icon, label }: { tone: Tone; icon: IconName; label: string }) {
  return (
    <span className="badge" data-tone={tone}>
      <Icon name={icon} />
      {label}
    </span>
  )
}
