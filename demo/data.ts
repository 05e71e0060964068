import { readFileSync } from 'node:fs'
import announcement from './world/announcement.json' with { type: 'json' }
import conversations from './world/conversations.json' with { type: 'json' }
import files from './world/files.json' with { type: 'json' }
import joining from './world/joining.json' with { type: 'json' }
import links from './world/links.json' with { type: 'json' }
import people from './world/people.json' with { type: 'json' }
import projects from './world/projects.json' with { type: 'json' }
import questions from './world/questions.json' with { type: 'json' }
import requests from './world/requests.json' with { type: 'json' }
import rounds from './world/rounds.json' with { type: 'json' }
import saved from './world/saved.json' with { type: 'json' }
import synonyms from './world/synonyms.json' with { type: 'json' }
import tags from './world/tags.json' with { type: 'json' }
import teams from './world/teams.json' with { type: 'json' }
import views from './world/views.json' with { type: 'json' }
import vocabulary from './world/vocabulary.json' with { type: 'json' }

// The demo world. Days are offsets from today, so that it never ages; people are named by login, projects by slug, teams and terms by name.
export const demo = {
  announcement,
  conversations,
  files,
  joining,
  links,
  people,
  projects,
  questions,
  requests,
  rounds,
  saved,
  synonyms,
  tags,
  teams,
  views,
  vocabulary,
}

/** The description of a project, in Markdown. */
export const descriptionOf = (slug: string): string =>
  readFileSync(new URL(`./world/projects/${slug}.md`, import.meta.url), 'utf8').trimEnd()

export const readDemoFile = ({ file }: { file: string }): Uint8Array => readFileSync(new URL(`./world/files/${file}`, import.meta.url))
