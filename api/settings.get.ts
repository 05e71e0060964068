import { handle } from '#api/app.ts'
import { getSettings } from '#contract/settings.ts'
import { logoView } from './logo/logo-view.ts'

export default handle(getSettings, ({ app, dependsOn }) => {
  dependsOn('settings')
  const { country: _, notifications: __, logo, ...values } = app.settings
  return { ...values, logo: logo && logoView(logo, app.apiUrl) }
})
