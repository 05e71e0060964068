import { listPlatforms } from '#contract/vocabulary/platform.ts'
import { handle } from './app.ts'

export default handle(listPlatforms, ({ app, dependsOn }) => {
  dependsOn('platforms')
  return app.catalog.platforms()
})
