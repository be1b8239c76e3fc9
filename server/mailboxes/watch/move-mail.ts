import { command, type Watched } from './watched.ts'

/** `impossible`: the server can remove no single mail from a folder. */
export type MoveOutcome =
  | { readonly moved: true; readonly uid: string }
  | { readonly moved: false; readonly why: 'full' | 'no_folder' | 'impossible' | 'refused' }

/**
 * Moves one mail out of the open folder. Without MOVE it is copied, and then this one UID is removed: a server
 * that can only remove all deleted mails of a folder is not asked to.
 * @param isCopied whether the copy was made before something died
 */
export async function moveMail(
  watched: Watched,
  uid: string,
  path: string,
  isCopied = false,
): Promise<MoveOutcome> {
  const { client, lastRefusal } = watched.connection
  const isMovable = client.capabilities.has('MOVE')
  const isRemovable = client.capabilities.has('UIDPLUS')
  if (!isRemovable && (!isMovable || isCopied)) return { moved: false, why: 'impossible' }
  if (isMovable && !isCopied) {
    const result = await command(watched, () => client.messageMove(uid, path, { uid: true }))
    return result ? { moved: true, uid: uidOf(result, uid) } : failureOf(lastRefusal())
  }
  let copied = ''
  if (!isCopied) {
    const result = await command(watched, () => client.messageCopy(uid, path, { uid: true }))
    if (!result) return failureOf(lastRefusal())
    copied = uidOf(result, uid)
  }
  // UID EXPUNGE of this UID, because the server has UIDPLUS.
  const isRemoved = await command(watched, () => client.messageDelete(uid, { uid: true }))
  return isRemoved ? { moved: true, uid: copied } : { moved: false, why: 'refused' }
}

/** Empty where the server does not say which UID it has there. */
function uidOf(
  { uidMap }: { readonly uidMap?: ReadonlyMap<number, number> | undefined },
  uid: string,
) {
  return String(uidMap?.get(Number(uid)) ?? '')
}

function failureOf(code: string | undefined): MoveOutcome {
  if (code === 'OVERQUOTA' || code === 'LIMIT') return { moved: false, why: 'full' }
  const isGone = code === 'TRYCREATE' || code === 'NONEXISTENT'
  return { moved: false, why: isGone ? 'no_folder' : 'refused' }
}
