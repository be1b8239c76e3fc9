import './badge.css'
import { Icon, type IconName } from './Icon.tsx'

/** The tones of risk; green, amber and red are kept for them. */
export type Tone = 'safe' | 'caution' | 'danger'

interface BadgeProps {
  readonly tone: Tone | 'neutral'
  readonly icon: IconName
  readonly label: string
}

/** A rating or a state, always shown with a colour, an icon and a word. */
export function Badge({ tone, icon, label }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      <Icon name={icon} />
      {label}
    </span>
  )
}
