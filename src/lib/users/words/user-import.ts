import { params } from '@nanostores/i18n'
import { i18n } from '../../core/i18n/i18n.ts'
import { plural } from '../../core/i18n/plural.ts'

export const $userImportMessages = i18n('userImport', {
  title: 'Import users',
  explained:
    'A table with one line for each user, saved as CSV by Excel or another program. The first line names the columns, in any order: email and full name, and where you have them username, role, organization, department, phone, status and aliases.',
  noPasswords: 'Users are created without a password, and a file with passwords is not read.',
  invite: 'Send each new user an invitation to choose a password',
  organization: 'For lines that name no organization.',
  chooseOrganization: 'Choose an organization',
  orDrop: 'or drop it here, up to 10 MB and 20,000 lines',
  run: plural({ one: 'Import {count} user', other: 'Import {count} users' }),
  running: 'Importing users...',
  runningOf: params('{done} of {total} users'),
  brokenHint: 'Nothing is lost, and no user is created twice. Go on when the connection is back.',
  noEmail: 'There is no column for the email address. Name one of the columns "email".',
  noName: 'There is no column for the name. Name one of the columns "full name".',
  tooManyRows: 'This file has more than 20,000 lines. Import it in parts.',
  passwordColumn: params(
    'This file has a column with passwords: {column}. Passwords in files are read by others. Remove the column and choose the file again; users set their passwords themselves.',
  ),
  repeated: params('Line {line} has the same username or address, or one that looks like it'),
  username: 'Username',
  email: 'Email',
  full_name: 'Full name',
  role: 'Role',
  organizationField: 'Organization',
  department: 'Department',
  phone: 'Phone',
  is_active: 'Status',
  aliases: 'Aliases',
})
