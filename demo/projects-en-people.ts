import { type DemoProject, prose } from './shape.ts'

export const peopleProjects: DemoProject[] = [
  {
    slug: 'museum-pocket-guide',
    name: 'Museum Pocket Guide',
    shortDescription: 'A guide on the visitor’s own phone that follows the walk through the museum and tells stories, not labels.',
    description: prose(`
      The maritime museum of Oldhaven shows two thousand objects in nineteen rooms. The audio guides are fifteen years old,
      and half of them no longer charge.

      The new guide runs in the browser of the visitor’s phone. It recognises the room by small radio beacons, offers three
      walks of different length and lets curators write new stops without a programmer.

      ### What we are working on
      - positioning that is right in nine out of ten rooms
      - an editor for stories with pictures, sound and translations
      - a version for children and one in easy language
      - tests with visitors every second Saturday

      The museum opens its new wing at the end of the project; by then the guide should have been used by five hundred
      people.
    `),
    client: 'Oldhaven Maritime Museum',
    clientContact: 'Eleanor Pryce, e.pryce@oldhaven-museum.example.org, +44 1632 960 131',
    curator: 'Margaret Oakes',
    tags: ['Mobile', 'Culture', 'Design'],
    dateStart: -30,
    dateEnd: 60,
    enrollmentStart: -60,
    enrollmentEnd: -35,
    teamLimit: 2,
    developerRequirements: ['Progressive web app development', 'Interviews with visitors', 'Editing of texts and sound'],
    projectRequirements: ['Needs no installation', 'Works in rooms without a connection once the visit has begun'],
    related: ['muzey-radio', 'oral-history-recorder'],
    publishedDaysAgo: 75,
    teamMayChangeCover: true,
    state: 'published',
  },
  {
    slug: 'hospital-queue-board',
    name: 'Hospital Queue Board',
    shortDescription: 'A calm screen for the waiting room that tells people where they stand, without telling everybody who they are.',
    description: prose(`
      In the out-patient clinic of St Brannoc people wait for two hours on average, and nobody knows who is next. Nurses are
      asked the same question a hundred times a day.

      The board shows numbers and expected times instead of names, explains why somebody is called earlier and sends a message
      to those who went out for a walk.

      ### Already running
      The first team has connected the appointment system and shows a prototype in one corridor.

      ### Where a second team is wanted
      - estimates of the waiting time from two years of history
      - announcements for people with poor sight or hearing
      - a quiet mode for the children’s ward

      Everything is tried with patients and staff before it goes on a screen. Data protection training is given on the first day.
    `),
    client: 'St Brannoc Hospital',
    clientContact: 'Patient Services, queue@stbrannoc.example.org',
    curator: 'Priya Raman',
    tags: ['Health', 'Web', 'Design'],
    dateStart: -7,
    dateEnd: 80,
    enrollmentStart: -30,
    enrollmentEnd: 7,
    teamLimit: 2,
    developerRequirements: ['TypeScript', 'Experience with accessible interfaces', 'Statistics for the estimates'],
    projectRequirements: ['No names or diagnoses on any screen', 'Goes on working when the hospital network fails'],
    related: ['donorskiy-kalendar'],
    publishedDaysAgo: 34,
    state: 'published',
  },
  {
    slug: 'printed-prosthetic-hand',
    name: '3D-Printed Prosthetic Hand for Children',
    shortDescription: 'A light mechanical hand that grows with the child and can be printed and repaired for the price of a pair of shoes.',
    description: prose(`
      Children outgrow a prosthesis within a year. Insurance pays for a new one every three years, so many children simply do
      without it.

      Together with an orthopaedic workshop and four families, the team develops a mechanical hand from printed parts. It is
      scaled from two photographs and a measuring strip, assembled in an evening and repaired at home.

      ### Goals of this year
      1. a grip strong enough for a bicycle handlebar
      2. fingers that survive a fall
      3. a fitting guide for workshops without engineers
      4. a small clinical evaluation with the rehabilitation centre

      All drawings are published under an open licence. Safety reviews by the workshop are mandatory before anything is handed
      to a child.
    `),
    client: 'Harbour Street Rehabilitation Centre',
    clientContact: 'Dr Amina Yusuf, workshop@harbourstreet-rehab.example.org',
    curator: 'Priya Raman',
    tags: ['Health', 'Robotics', 'Design'],
    dateStart: -60,
    dateEnd: 120,
    enrollmentStart: -90,
    enrollmentEnd: -65,
    teamLimit: 1,
    developerRequirements: ['CAD and 3D printing', 'Biomechanics or physiotherapy background', 'Patience in work with families'],
    projectRequirements: ['Weighs less than 250 g', 'All parts printable on a hobby printer'],
    related: ['perevodchik-zhestov'],
    publishedDaysAgo: 100,
    state: 'published',
  },
  {
    slug: 'choir-archive',
    name: 'Choir Archive',
    shortDescription: 'Seventy years of scores, programmes and tapes of an amateur choir, digitised and made singable again.',
    description: prose(`
      The St Aldhelm choir has kept everything since 1953: hand-copied scores, concert programmes and 340 tapes. The cellar is
      damp, and the people who remember the concerts are over eighty.

      The team scans and records, but above all it orders: which tape belongs to which programme, who sang, which arrangement
      exists nowhere else?

      - a simple catalogue with search by composer, year and voice
      - optical recognition for printed scores, with correction by choir members
      - listening stations for the anniversary exhibition
      - clarification of rights, with help from the city library

      There is no fixed end date: the archive is worked through decade by decade, and each finished decade is presented in a small
      concert.
    `),
    client: 'St Aldhelm Choir Society',
    clientContact: 'Beatrice Holm, archive@aldhelm-choir.example.org',
    curator: 'Margaret Oakes',
    tags: ['Culture', 'Web'],
    dateStart: -15,
    dateEnd: null,
    enrollmentStart: -40,
    enrollmentEnd: -18,
    teamLimit: 1,
    developerRequirements: ['Reads music', 'Web development with any framework', 'Careful handling of old material'],
    projectRequirements: ['Catalogue data in an open format', 'Master recordings in a lossless format'],
    related: ['oral-history-recorder', 'arhiv-teatra'],
    publishedDaysAgo: 45,
    state: 'published',
  },
  {
    slug: 'sign-language-glossary',
    name: 'Sign Language Glossary for Science',
    shortDescription: 'Short videos of signs for terms of physics, chemistry and computing, agreed by deaf students and interpreters.',
    description: prose(`
      Interpreters who work in lectures invent signs for “eigenvalue” or “polymer” as they go, and every interpreter invents
      others. Deaf students have to learn the subject and the improvisation at the same time.

      The glossary collects the signs in use, shows them side by side and lets the community agree on one. Each term has a video,
      an explanation in plain language and an example from a lecture.

      ### How teams take part
      - record and edit videos with deaf signers
      - build the search, including search by hand shape
      - organise review meetings and keep the record of decisions

      The project has no fixed dates: a team joins at any time, takes one field of science and finishes about a hundred terms. Deaf
      students are especially welcome.
    `),
    client: 'Northgate University, Disability Service',
    clientContact: 'Disability Service, signs@northgate.example.org',
    curator: 'Priya Raman',
    tags: ['Education', 'Web', 'Health'],
    dateStart: null,
    dateEnd: null,
    enrollmentStart: null,
    enrollmentEnd: null,
    teamLimit: 4,
    developerRequirements: ['Knowledge of a sign language in at least one team member', 'Video editing'],
    projectRequirements: ['Every video has a text alternative', 'All signers have agreed to publication'],
    related: ['perevodchik-zhestov'],
    publishedDaysAgo: 20,
    state: 'published',
  },
  {
    slug: 'oral-history-recorder',
    name: 'Oral History Recorder',
    shortDescription: 'A kit and a method for pupils who record the memories of their neighbours about the closing of the mine.',
    description: prose(`
      The Ashby pit closed thirty years ago. Those who worked underground are now between sixty and ninety, and the schools of the
      valley want their pupils to hear them while there is time.

      The team develops a recording kit that a fourteen-year-old can use, an interview guide and an archive with transcripts.

      ### Planned
      - a box with two microphones, one button and a light that says “recording”
      - automatic transcripts that cope with the local dialect, corrected by pupils
      - a consent form that everybody understands
      - a listening map of the valley

      Three schools and the miners’ welfare club take part. Interviews begin after training with an oral historian, and families
      receive a copy of every recording.
    `),
    client: 'Ashby Valley Heritage Trust',
    clientContact: 'Tom Garrick, voices@ashbyvalley.example.org',
    curator: 'Margaret Oakes',
    tags: ['Culture', 'Education', 'Machine learning'],
    dateStart: 35,
    dateEnd: 120,
    enrollmentStart: 5,
    enrollmentEnd: 30,
    teamLimit: 2,
    developerRequirements: ['Audio engineering basics', 'Speech recognition or willingness to learn it', 'Experience with young people'],
    projectRequirements: ['Recordings stay with the trust', 'A person interviewed can withdraw at any time'],
    related: ['golos-derevni', 'choir-archive'],
    publishedDaysAgo: 3,
    state: 'published',
  },
  {
    slug: 'allergy-menu-labels',
    name: 'Allergy Labels for Canteen Menus',
    shortDescription: 'From the recipe to a label that people with allergies can trust, in six school canteens.',
    description: prose(`
      A child with a nut allergy eats in the school canteen only if the parents trust the label. Today the cook writes it from
      memory, and suppliers change their ingredients without notice.

      The idea is to derive the label from recipes and deliveries. The cook scans what arrives; the system knows which dishes of
      the week are affected and asks before anything is printed.

      ### To be clarified first
      - which suppliers can deliver ingredient data, and in which form
      - how cooks work on a normal morning
      - who is responsible when the data are wrong

      The dates depend on the agreement with the six schools and will be fixed during enrollment. A food chemist of the county
      laboratory accompanies the project.
    `),
    client: 'Wexcombe County School Meals',
    clientContact: null,
    curator: null,
    tags: ['Health', 'Mobile', 'Education'],
    dateStart: null,
    dateEnd: null,
    enrollmentStart: 15,
    enrollmentEnd: 40,
    teamLimit: 2,
    developerRequirements: ['Requirements analysis', 'Mobile development with barcode scanning'],
    projectRequirements: ['When in doubt the label warns', 'A change of recipe can be traced for a year'],
    related: ['shkolnoe-pitanie'],
    publishedDaysAgo: 2,
    state: 'published',
  },
  {
    slug: 'drone-shoreline-survey',
    name: 'Drone Survey of the Shoreline',
    shortDescription: 'Monthly flights over nine kilometres of coast show where the cliff retreats and where the beach grows.',
    description: prose(`
      The cliffs of Fenmouth lose up to two metres a year, but not everywhere and not evenly. The coast path had to be closed twice
      without warning.

      For three months, the team flew the same route at low tide, computed surface models from the photographs and compared them
      with laser scans of the county from ten years ago.

      ### Results
      - surface models with a height error below six centimetres
      - a map of retreat with three levels of danger
      - a flight manual, so that the coast guard volunteers can go on

      The pictures also proved useful to biologists, who counted seal resting places in them. The data set is published; the two
      most dangerous sections of the path have been moved inland.
    `),
    client: 'Fenmouth Coast Guard Volunteers',
    clientContact: 'Duty Desk, desk@fenmouth-coast.example.org',
    curator: 'Daniel Whitlock',
    tags: ['Robotics', 'Open data', 'Environment'],
    dateStart: -260,
    dateEnd: -170,
    enrollmentStart: -285,
    enrollmentEnd: -265,
    teamLimit: 1,
    developerRequirements: ['Drone licence in at least one team member', 'Photogrammetry or remote sensing'],
    projectRequirements: ['Flights outside the breeding season only', 'Every step of the processing can be repeated'],
    related: ['city-tree-census'],
    publishedDaysAgo: 290,
    state: 'published',
  },
]
