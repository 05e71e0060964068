import { MOST_MEGAPIXELS } from '#actions/image/images.ts'
import { handle } from '#api/app.ts'
import { accountView } from '#api/user/account.ts'
import { Account, putAvatar } from '#contract/profile.ts'
import { Refusal } from '#http/response/problem.ts'
import { findAccount, lockAccount, putAvatar as storeAvatar } from '#store/person/account.ts'

export default handle(putAvatar, async ({ app, caller, files, signal, change, refuseIfChanged }) => {
  const [file] = files
  if (!file) throw new Refusal('file_missing')
  const sizes = await app.images.avatars.make(caller.id, file.path, signal)
  if (sizes === null) throw new Refusal('image_refused', { limit: MOST_MEGAPIXELS })
  // Bytes before the row: bytes without a row are cleaned up, a row without bytes would be a broken image.
  const [small, large] = await Promise.all([app.files.keep(sizes.small), app.files.keep(sizes.large)])
  return change(async (sql) => {
    refuseIfChanged(Account, accountView(await lockAccount(sql, caller.id), app.apiUrl))
    await storeAvatar(sql, caller.id, { small, large, mime: 'image/webp' }, app.now())
    return accountView(await findAccount(sql, caller.id), app.apiUrl)
  })
})
