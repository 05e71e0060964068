import { tagNamesOf } from '#client/cached-projects.ts'
import { StatusBadge } from '#client/parts/project-card/project-card.tsx'
import { SaveButton } from '#client/parts/project-card/save-button.tsx'
import { Share } from '#client/parts/share.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { Cover } from '#ui/cover/cover.tsx'
import { Title } from '#ui/title.tsx'
import { RoundChip } from './round-chip.tsx'
import { todaysSentence } from './today.ts'

type Back = { name: string; go(): void }

/** The cover with the name, the status and one line about the project. */
export const Hero = ({ project, tags, back }: { project: Project; tags: Tag[]; back: Back }) => (
  <div class="hero">
    <Title
      back={back}
      text={project.name}
      actions={
        <>
          <SaveButton project={project} />
          <Share path={pathTo('project', { slug: project.slug })} title={project.name} />
        </>
      }
    >
      <bdi>{project.name}</bdi>
    </Title>
    <Cover project={project} tags={tagNamesOf(project, tags)} size="wide" eager />
    <div class="hero-text">
      <p class="row">
        <StatusBadge status={project.status} freePlaces={project.freePlaces} />
        <span class="today">{todaysSentence(project)}</span>
      </p>
      {project.shortDescription && (
        <p class="lead" dir="auto">
          {project.shortDescription}
        </p>
      )}
      {project.round && <RoundChip slug={project.round} />}
    </div>
  </div>
)

/** The same shape while the project is loaded. */
export const HeroPlaceholder = ({ back }: { back: Back }) => (
  <div class="hero">
    <Title back={back}>{t('tab.projects')}</Title>
    <span class="cover" />
  </div>
)
