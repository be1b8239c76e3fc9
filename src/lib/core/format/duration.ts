import { intlLocale } from '../i18n/per-locale.ts'

/** For instance '84 ms'. */
export function formatMilliseconds(milliseconds: number): string {
  const unit = { style: 'unit', unit: 'millisecond' } as const
  return new Intl.NumberFormat(intlLocale(), unit).format(milliseconds)
}
