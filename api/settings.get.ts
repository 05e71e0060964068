import { logoView } from '#actions/image/logo-view.ts'
import { handle } from '#api/app.ts'
import { getSettings } from '#contract/settings.ts'

export default handle(getSettings, ({ app, dependsOn }) => {
  dependsOn('settings')
  const { country: _, notifications: __, logo, ...values } = app.settings
  return { ...values, logo: logo && logoView(logo, app.apiUrl) }
})
