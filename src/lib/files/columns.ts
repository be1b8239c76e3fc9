export type Column =
  | 'username'
  | 'email'
  | 'full_name'
  | 'first_name'
  | 'last_name'
  | 'role'
  | 'organization'
  | 'department'
  | 'phone'
  | 'is_active'
  | 'is_blocked'
  | 'aliases'

/**
 * Names of columns in exports of Aman, Excel, Entra ID, Microsoft 365 and Google Workspace, without spaces
 * and signs.
 */
const namesOf: Readonly<Record<Column, readonly string[]>> = {
  username: ['username', 'user', 'login', 'userid', 'اسمالمستخدم'],
  email: [
    'email',
    'mail',
    'emailaddress',
    'mailaddress',
    'userprincipalname',
    'workemail',
    'البريدالإلكتروني',
    'البريدالالكتروني',
    'البريد',
  ],
  full_name: ['fullname', 'name', 'displayname', 'employeename', 'الاسمالكامل', 'الاسم'],
  first_name: ['firstname', 'first', 'givenname', 'الاسمالأول', 'الاسمالاول'],
  last_name: ['lastname', 'last', 'surname', 'familyname', 'اسمالعائلة'],
  role: ['role', 'الدور'],
  organization: [
    'organization',
    'organisation',
    'organizationname',
    'company',
    'companyname',
    'المؤسسة',
    'الشركة',
  ],
  department: ['department', 'القسم'],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'telephonenumber',
    'mobile',
    'mobilephone',
    'workphone',
    'الهاتف',
    'الجوال',
  ],
  /** The opposite, as Microsoft 365 has it. */
  is_blocked: ['blockcredential', 'signinblocked'],
  is_active: ['isactive', 'active', 'status', 'accountenabled', 'الحالة'],
  aliases: [
    'aliases',
    'alias',
    'otheraddresses',
    'proxyaddresses',
    'emailaliases',
    'العناوينالبديلة',
    'عناوينأخرى',
  ],
}

const columnByName: ReadonlyMap<string, Column> = new Map(
  Object.keys(namesOf)
    .filter(isColumn)
    .flatMap((column) => namesOf[column].map((name) => [name, column] as const)),
)

export function isColumn(name: string): name is Column {
  return Object.hasOwn(namesOf, name)
}

/** Columns of an export that stand beside a better one; of those in a line, the first with a value counts. */
const lesser = [
  'userprincipalname',
  'phonenumber',
  'telephonenumber',
  'workphone',
  'mobile',
  'mobilephone',
]

/** @returns 0 for a column that no other one may mean as well */
export function rankOf(heading: string): number {
  return lesser.indexOf(plainOf(heading)) + 1
}

/** In a heading of any case, in the languages that exports come in. */
const password = /passw|pwd|kennwort|mot de passe|contraseña|كلمة ?(?:ال)?(?:مرور|سر)/

/** Stands in exports in place of a password, or answers a question about one. */
const noPassword = /^(?:[*•●]+|true|false|yes|no)?$/i

/** @param cells of the column: an export has them masked or empty */
export function hasPasswords(heading: string, cells: Iterable<string>): boolean {
  if (!password.test(heading.normalize('NFKC').toLowerCase())) return false
  for (const cell of cells) if (!noPassword.test(cell.trim())) return true
  return false
}

/** @returns undefined for a column that is not read */
export function columnOf(heading: string): Column | undefined {
  return columnByName.get(plainOf(heading))
}

function plainOf(heading: string): string {
  const plain = heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '')
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
