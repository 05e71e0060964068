import { tagNamesOf } from '#client/cached-projects.ts'
import { t } from '#client/texts.ts'
import type { ProjectDetail } from '#contract/project.ts'
import type { Tag } from '#contract/tag.ts'
import { CoverPicker } from '#ui/cover/cover-picker.tsx'
import { OFFLINE } from './offline.ts'

/** For admins of the working team, where a curator allows it. */
export const TeamCover = ({ project, tags }: { project: ProjectDetail; tags: Tag[] }) => (
  <section aria-labelledby="cover">
    <h2 id="cover" tabIndex={-1}>
      {t('cover.title')}
    </h2>
    <div class="card stack">
      <CoverPicker
        t={t}
        slug={project.slug}
        cover={project.cover}
        visible={project.cover}
        tags={tagNamesOf(project, tags)}
        offlineId={OFFLINE}
      />
    </div>
  </section>
)
