import { goBack } from '#client/go-back.ts'
import { ProjectCard, placesOf, StatusBadge } from '#client/parts/project-card.tsx'
import { SaveButton } from '#client/parts/save-button.tsx'
import { Share } from '#client/parts/share.tsx'
import { paths, pathTo } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { FileList } from '#ui/file-preview.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { isOnline } from '#ui/online.ts'
import { Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Facts, Links, Requirements, Section, Topics, WantedRoles } from './project/facts.tsx'
import { NextStep } from './project/next-step.tsx'
import { NoProject } from './project/no-project.tsx'
import { Teams } from './project/teams.tsx'
import { todaysSentence } from './project/today.ts'
import { useProject } from './project/use-project.ts'
import './project.css'

export function Project({ slug }: { slug: string }) {
  const found = useProject(slug)
  const back = { name: t('back'), go: () => goBack(paths.projects) }
  if (!found.answer)
    return (
      <>
        <Title back={back}>{t('tab.projects')}</Title>
        {found.error ? <NoProject error={found.error} onRetry={found.retry} /> : <Loading lines={6} />}
      </>
    )
  const { project, tags, teams, members, users } = found.answer
  return (
    <article class="project">
      <Title back={back} text={project.name}>
        <bdi>{project.name}</bdi>
      </Title>
      {!found.isPart && <SavedNote savedAt={found.savedAt} />}
      <div class="spread">
        <StatusBadge status={project.status} />
        <div class="row">
          <SaveButton project={project} />
          <Share path={pathTo('project', { slug })} title={project.name} />
        </div>
      </div>
      <p class="today">{todaysSentence(project)}</p>
      {placesOf(project) && <p class="soft">{placesOf(project)}</p>}
      {project.shortDescription && (
        <p class="lead" dir="auto">
          {project.shortDescription}
        </p>
      )}
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
      <Requirements title={t('project.forDevelopers')} items={project.developerRequirements} />
      <Requirements title={t('project.forProject')} items={project.projectRequirements} />
      <Facts project={project} />
      <Topics ids={project.tags} tags={tags} />
      {project.descriptionFiles.length > 0 && (
        <Section title={t('project.documents')}>
          <FileList files={project.descriptionFiles} label={t('project.documents')} />
        </Section>
      )}
      {project.documents.length > 0 && (
        <Section title={t('project.results')}>
          <FileList files={project.documents} label={t('project.results')} />
        </Section>
      )}
      <Links links={project.links} />
      {found.isPart ? (
        isOnline.value ? (
          <Loading lines={4} />
        ) : (
          <p class="soft">{t('project.partly')}</p>
        )
      ) : (
        <Teams teams={teams} members={members} users={users} />
      )}
      {project.related.length > 0 && (
        <Section title={t('project.related')}>
          <ul class="bare carousel-row">
            {project.related.map((other) => (
              <li key={other.slug}>
                <ProjectCard isSmall project={other} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <NextStep project={project} />
    </article>
  )
}
