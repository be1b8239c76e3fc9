import { findMailPrograms, findProgram } from '../mail-lab/programs.ts'
import { unpackedServers } from '../mail-lab/unpacked.ts'
import { findPostgres } from './find-postgres.ts'

/** Programs that some tests need and that are not here; for Postfix also the right to start it. */
export function missingPrograms(): readonly string[] {
  const mail = findMailPrograms()
  return [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...[
      'nginx',
      'haproxy',
      'pgbouncer',
      'swaks',
      'dovecot',
      'prometheus',
      'promtool',
      'systemd-analyze',
    ].filter((name) => findProgram(name) === undefined),
    ...(unpackedServers === undefined ? ['Cyrus and Courier: run .ci/mail-servers'] : []),
    ...('missing' in mail ? [mail.missing] : []),
  ]
}

/**
 * The message about skipped tests.
 * @param isProof whether the run has to prove everything, as in continuous integration
 */
export function judgeSkipped(
  skipped: number,
  missing: readonly string[],
  isProof: boolean,
): { readonly words: string; readonly fails: boolean } {
  if (skipped === 0) return { words: '', fails: false }
  const why = missing.length === 0 ? '' : ` Missing here: ${missing.join('; ')}.`
  const refusal = isProof ? ' With CI=true no test may be skipped.' : ''
  return { words: `${skipped} tests were skipped.${why}${refusal}`, fails: isProof }
}
