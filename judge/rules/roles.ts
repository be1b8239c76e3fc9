import { plainForm } from '../read/plain-form.ts'

/** Domains that are made for posing as a director or as a provider of mailboxes. */
export const poses =
  /(?:^|[.-])(?:\w{0,5}mail(?:s|er|box)?|mailbox|inbox|post|exec\w*|ceo|cfo|office|desk|direct\w+|board|chair\w*|corp\w*|private|personal)(?:[.-])/

const role =
  /^\W{0,3}(?:the |office of the |from the )?(?:ceo|cfo|coo|md|managing director|general manager|executive director|chief (?:executive|financial|operating) officer|president|vice president|chair(?:man|woman|person)?|director(?:'s office| general)?|finance director|head of \w+)\b|^\W{0,3}(?:مكتب )?(?:المدير (?:العام|التنفيذي|المالي)|مدير عام|الرئيس التنفيذي|رئيس مجلس|نائب الرئيس|رئيس الشركه|الاداره العليا)/u

/** Whether a sender is named by a leading role alone. */
export function isLeadingRole(name: string): boolean {
  return role.test(plainForm(name))
}
