import { LEAST_SIDE, MOST_MEGAPIXELS } from '#actions/image/images.ts'
import { handle } from '#api/app.ts'
import { uploadLogo } from '#contract/console/settings.ts'
import { Refusal } from '#http/response/problem.ts'
import { lockSettings, replaceLogo } from '#store/setting.ts'
import { settingsView } from './settings-view.ts'

export default handle(uploadLogo, async ({ app, caller, files, signal, change, record }) => {
  const [file] = files
  if (!file) throw new Refusal('file_missing')
  const made = await app.images.logos.make(caller.id, file.path, signal)
  if (made === null) throw new Refusal('image_refused', { limit: MOST_MEGAPIXELS })
  if (made === 'too small') throw new Refusal('logo_too_small', { least: LEAST_SIDE })
  const { hash, width, height } = made
  // Bytes before the rows: bytes without a row are cleaned up, a row without bytes would be a broken image.
  const images = await Promise.all(made.images.map(async ({ kind, bytes }) => ({ kind, ...(await app.files.keep(bytes)) })))
  const answer = await change(async (sql) => {
    const stored = await lockSettings(sql)
    const logo = { hash, width, height }
    if (stored?.logo?.hash !== hash) {
      await replaceLogo(sql, { ...logo, images }, app.now())
      record('settings')
    }
    return settingsView({ document: stored?.document ?? {}, logo }, app)
  })
  await app.reloadSettings()
  return answer
})
