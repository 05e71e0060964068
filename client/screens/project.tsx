import { goBack } from '#client/go-back.ts'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { lazy } from '#ui/lazy.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { isOnline } from '#ui/server/online.ts'
import { session } from '#ui/session/session.ts'
import { Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Facts } from './project/facts.tsx'
import { Gallery } from './project/gallery.tsx'
import { Hero, HeroPlaceholder } from './project/hero.tsx'
import { NextStep } from './project/next-step.tsx'
import { NoProject } from './project/no-project.tsx'
import { Questions } from './project/questions.tsx'
import { Related } from './project/related.tsx'
import { Links, Requirements, Section, Topics, WantedRoles } from './project/sections.tsx'
import { Teams } from './project/teams.tsx'
import { Timeline } from './project/timeline.tsx'
import { useProject } from './project/use-project.ts'
import './project/project.css'

// Only for members of teams.
const Fit = lazy(async () => (await import('./teams/fit.tsx')).Fit)

export function Project({ slug }: { slug: string }) {
  const found = useProject(slug)
  const back = { name: t('back'), go: () => goBack(paths.projects) }
  if (!found.answer && found.error)
    return (
      <>
        <Title back={back}>{t('tab.projects')}</Title>
        <NoProject error={found.error} onRetry={found.retry} />
      </>
    )
  if (!found.answer)
    return (
      <article class="project">
        <HeroPlaceholder back={back} />
        <Loading lines={6} />
      </article>
    )
  const { project, tags, teams, members, users } = found.answer
  return (
    <article class="project">
      {!found.isPart && <SavedNote savedAt={found.savedAt} />}
      <div class="project-body">
        <Hero project={project} tags={tags} back={back} />
        {/* Beside the text on wide screens; otherwise the facts are above it and the next step sticks to the bottom. */}
        <div class="project-side">
          <NextStep project={project} />
          <Facts project={project} />
        </div>
        <div class="project-main">
          <Timeline project={project} />
          {project.description && (
            <Section title={t('project.about')}>
              <Markdown
                text={project.description}
                files={[...project.descriptionFiles, ...project.documents.filter(({ isPublic }) => isPublic)]}
              />
            </Section>
          )}
          {/* Projects saved by an older version have no wanted roles. */}
          <WantedRoles roles={project.wantedRoles ?? []} />
          {project.status !== 'completed' && project.wantedRoles?.length > 0 && session.value.state !== 'guest' && <Fit slug={slug} />}
          <Requirements title={t('project.forDevelopers')} items={project.developerRequirements} />
          <Requirements title={t('project.forProject')} items={project.projectRequirements} />
          {project.documents.length > 0 && (
            <Section title={t('project.results')}>
              <Gallery files={project.documents} label={t('project.results')} />
            </Section>
          )}
          <Links links={project.links} />
          {project.descriptionFiles.length > 0 && (
            <Section title={t('project.documents')}>
              <Gallery files={project.descriptionFiles} label={t('project.documents')} />
            </Section>
          )}
          {found.isPart ? (
            isOnline.value ? (
              <Loading lines={4} />
            ) : (
              <p class="soft">{t('project.partly')}</p>
            )
          ) : (
            <Teams teams={teams} members={members} users={users} />
          )}
          {!found.isPart && <Questions slug={slug} />}
          <Topics ids={project.tags} tags={tags} />
          <Related projects={project.related} />
        </div>
      </div>
    </article>
  )
}
