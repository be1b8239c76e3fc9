import { expect, test } from 'vitest'
import { isolatedParts } from '../../src/sections/isolated-parts.ts'

const isolated = (text: string) => isolatedParts(text).filter((_, index) => index % 2 === 1)

test.each([
  ['بدقة كشف تبلغ 97%. ومع كل حكم سببه', ['97%']],
  ['نسبة الإنذارات الكاذبة 0.01%، أي رسالة واحدة', ['0.01%']],
  ['حماية 24/7', ['24/7']],
  ['المراسلة على sales@aman.example.', ['sales@aman.example']],
  ['النطاق rnail-billing.example ضارّ', ['rnail-billing.example']],
  ['من @rnail-billing.example', ['@rnail-billing.example']],
  ['بالنموذج 2f167f80 وبمرشّح rspamd 3.4.', ['rspamd 3.4']],
  ['قياسًا إلى OWASP ASVS 5.0.0', ['OWASP ASVS 5.0.0']],
  ['تُحفظ 30 يومًا، لمرشّح rspamd.', []],
])('of %j these keep their own direction: %j', (text, parts) => {
  expect(isolated(text)).toEqual(parts)
  expect(isolatedParts(text).join('')).toBe(text)
})
