import { type DemoProject, prose } from './shape.ts'

export const campusProjects: DemoProject[] = [
  {
    slug: 'library-chatbot',
    name: 'Library Chatbot',
    shortDescription: 'An assistant that answers questions about loans, rooms and catalogues, and knows when to call a librarian.',
    description: prose(`
      The university library answers about four hundred messages a week. Two thirds of them repeat a dozen questions: how to
      extend a loan, where to print, how to reach an article from home.

      The assistant should take over these questions in English and in one further language, and hand over politely as soon
      as it is not sure. Wrong answers are worse than no answers: the librarians set the bar.

      ### Scope
      - answers only from pages and rules that the library has approved, always with a link to the source
      - hand-over to a person with the whole conversation attached
      - a weekly report on questions without an answer

      The team receives two years of anonymised messages. Evaluation on a fixed set of questions is part of the work, not an
      afterthought.
    `),
    client: 'Northgate University Library',
    clientContact: 'Sarah Linwood, reference@library.northgate.example.org',
    curator: 'Priya Raman',
    tags: ['Machine learning', 'Web', 'Education'],
    dateStart: 45,
    dateEnd: 150,
    enrollmentStart: 10,
    enrollmentEnd: 35,
    teamLimit: 2,
    developerRequirements: ['Experience with language models or information retrieval', 'One person for evaluation and statistics'],
    projectRequirements: ['Every answer names its source', 'Conversations are deleted after 30 days'],
    related: ['lecture-notes-search', 'chitalny-zal-onlayn'],
    publishedDaysAgo: 6,
    state: 'published',
  },
  {
    slug: 'tutoring-marketplace',
    name: 'Tutoring Marketplace',
    shortDescription: 'Older students offer help in a subject, younger ones book an hour, and the faculty pays for it.',
    description: prose(`
      First-year students often fail in mathematics and programming for want of one hour of explanation at the right moment.
      The faculty has money for tutors but nobody to arrange the hours.

      The marketplace brings both sides together. Tutors publish when they are free; students book a place alone or in a
      small group; the office sees the hours and pays them at the end of the month.

      ### What matters
      - booking in less than a minute, on a phone
      - fair distribution: nobody can reserve all hours of the best tutor
      - simple feedback that helps tutors and does not shame anybody

      There is no fixed end. After the first semester the service is handed over to the student union, so documentation and
      tests count as much as features. Several teams can work on separate modules.
    `),
    client: 'Northgate University, Faculty of Science',
    clientContact: 'Dean of Studies, studies@science.northgate.example.org',
    curator: 'Priya Raman',
    tags: ['Web', 'Education'],
    dateStart: 30,
    dateEnd: null,
    enrollmentStart: -5,
    enrollmentEnd: null,
    teamLimit: null,
    developerRequirements: ['Full-stack web development', 'A product-minded person who talks to tutors and students'],
    projectRequirements: ['Signs in through the university account', 'Hours can be exported for the payroll office'],
    related: ['nastavnik-pervokursnika'],
    publishedDaysAgo: 8,
    state: 'published',
  },
  {
    slug: 'lecture-notes-search',
    name: 'Search Through Lecture Notes',
    shortDescription: 'Find the slide, the page or the minute of a recording in which a term was explained.',
    description: prose(`
      Lecture notes, slides and recordings of one course easily reach a thousand pages and forty hours. Before an exam,
      students remember that something was said, but not where.

      The project builds a search over the materials of five pilot courses. It reads PDF slides, handwritten notes scanned by
      volunteers and the automatic transcripts of the recordings.

      ### Questions to answer
      1. How well can handwriting with formulas be recognised today?
      2. Does search by meaning beat search by words for exam questions?
      3. How do lecturers keep control of what can be found?

      A simple version with word search should be in the hands of students after four weeks; everything else grows from their
      feedback. Computing time on the faculty cluster is available.
    `),
    client: 'Northgate University, Centre for Teaching',
    clientContact: null,
    curator: 'Priya Raman',
    tags: ['Machine learning', 'Education', 'Web'],
    dateStart: 14,
    dateEnd: 90,
    enrollmentStart: -8,
    enrollmentEnd: 10,
    teamLimit: 2,
    developerRequirements: ['Python', 'Interest in text recognition and search quality', 'A designer for the results page'],
    projectRequirements: ['A lecturer can hide any document at once', 'Answers within one second on five courses'],
    related: ['library-chatbot'],
    publishedDaysAgo: 11,
    state: 'published',
  },
  {
    slug: 'dormitory-energy-dashboard',
    name: 'Dormitory Energy Dashboard',
    shortDescription: 'A screen in the hall shows what the house uses in electricity, heat and water, and what saving would change.',
    description: prose(`
      The Elm Street dormitory houses 310 people and spends more on heating than any other building of the university. Nobody
      who lives there has ever seen the figures.

      The team connects the existing meters, adds about twenty of its own and shows the result in a way that makes people
      curious rather than guilty: by floor, compared with yesterday and with a similar day last year.

      - reading of pulse and M-Bus meters
      - a screen for the entrance hall and a page for phones
      - an experiment over two months: which display changes habits?

      The evaluation is planned together with the psychology department. All installations are checked by the electrician of
      the house before they are switched on.
    `),
    client: 'Student Housing Association Elm Street',
    clientContact: 'House Office, office@elmstreet.example.org, +44 1632 960 178',
    curator: 'Daniel Whitlock',
    tags: ['Internet of things', 'Environment', 'Design'],
    dateStart: 0,
    dateEnd: 100,
    enrollmentStart: -28,
    enrollmentEnd: -3,
    teamLimit: 2,
    developerRequirements: ['Basic electronics', 'Frontend development and data visualisation'],
    projectRequirements: ['No figures for a single room are ever shown', 'Works on a ten-year-old television set'],
    related: [],
    publishedDaysAgo: 32,
    state: 'published',
  },
  {
    slug: 'volunteer-shift-planner',
    name: 'Volunteer Shift Planner',
    shortDescription: 'Planning of shifts for a festival with 250 volunteers, fair to them and calm for the coordinators.',
    description: prose(`
      For six days every summer, the Riverside festival lives on 250 volunteers. Three coordinators plan their shifts in a
      spreadsheet with forty columns and repair it by telephone at night.

      We look for a planner that takes wishes, skills and rest times into account, proposes a complete plan and then accepts
      that reality is different: people fall ill, trains are late, it rains.

      ### Essential
      - a proposal that respects rest times and wishes, with an explanation for each shift
      - swapping of shifts between volunteers without a coordinator
      - a printed fallback for the info point

      The plan of the last two festivals is available as test data, together with the complaints about it. The team is invited
      to watch the planner at work on site.
    `),
    client: 'Riverside Festival Association',
    clientContact: 'Coordination, crew@riverside-festival.example.org',
    curator: 'Margaret Oakes',
    tags: ['Web', 'Mobile', 'Culture'],
    dateStart: 18,
    dateEnd: 95,
    enrollmentStart: -3,
    enrollmentEnd: 15,
    teamLimit: 3,
    developerRequirements: ['Interest in scheduling algorithms', 'Mobile-first frontend development'],
    projectRequirements: ['A plan for 250 people is computed in under a minute', 'Usable without creating a password'],
    related: ['food-waste-map'],
    publishedDaysAgo: 5,
    state: 'published',
  },
  {
    slug: 'greenhouse-rover',
    name: 'Greenhouse Rover',
    shortDescription:
      'A small wheeled robot drives between tomato rows at night, photographs the leaves and reports the first signs of mildew.',
    description: prose(`
      In a greenhouse mildew spreads within days. Whoever finds the first ten leaves saves the harvest; whoever finds them a
      week later sprays everything. At present, one gardener walks four kilometres of rows every morning.

      The rover follows the heating pipes, stops every half metre and takes pictures from three heights. A model trained on
      photographs of the research station marks suspicious leaves on a map for the gardener.

      ### Work packages
      - chassis and drive that fit rows of 55 cm
      - navigation along pipes, safe stop when a person is near
      - image quality under artificial light
      - detection, with an honest estimate of what is missed

      A workshop with 3D printers and a test row of twenty metres is available from the first day.
    `),
    client: 'Applegarth Horticultural Station',
    clientContact: 'Dr Simon Thorne, s.thorne@applegarth.example.org',
    curator: 'Priya Raman',
    tags: ['Robotics', 'Machine learning', 'Environment'],
    dateStart: 10,
    dateEnd: 100,
    enrollmentStart: -20,
    enrollmentEnd: 5,
    teamLimit: 1,
    developerRequirements: ['ROS 2 or comparable robotics experience', 'Computer vision', 'Mechanical design'],
    projectRequirements: ['Stops within 10 cm when touched', 'Eight hours on one charge'],
    related: ['umnaya-teplitsa', 'bee-hive-monitor'],
    publishedDaysAgo: 24,
    state: 'published',
  },
  {
    slug: 'bee-hive-monitor',
    name: 'Bee Hive Monitor',
    shortDescription: 'Weight, sound and temperature of fifteen hives, read without opening them, to recognise swarming in time.',
    description: prose(`
      A beekeeper opens a hive to see how the colony is doing, and disturbs it every time. The association of Millbrook
      looks after fifteen hives on roofs all over the town and cannot visit each of them every week.

      The team fits scales, microphones and temperature sensors under the hives, and learns from a full season what a healthy
      colony sounds like. A message to the beekeeper should come one or two days before a swarm leaves.

      ### Open at the end of the season
      - calibrated scales for all fifteen hives
      - annotated recordings, free for research
      - a comparison of three simple detection methods

      The last visits to the hives take place this week; after that the results are presented at the meeting of the association.
    `),
    client: 'Millbrook Beekeepers Association',
    clientContact: 'Joan Perrin, hives@millbrook-bees.example.org',
    curator: 'Daniel Whitlock',
    tags: ['Internet of things', 'Machine learning', 'Environment'],
    dateStart: -90,
    dateEnd: 0,
    enrollmentStart: -120,
    enrollmentEnd: -95,
    teamLimit: 1,
    developerRequirements: ['Microcontroller programming', 'Signal processing'],
    projectRequirements: ['Sensors never touch the brood frames', 'One season on a single battery pack'],
    related: ['greenhouse-rover'],
    publishedDaysAgo: 125,
    state: 'published',
  },
  {
    slug: 'smart-crosswalk-lighting',
    name: 'Lighting for Rural Crosswalks',
    shortDescription: 'A solar lamp that brightens when somebody waits at a crosswalk outside the town.',
    description: prose(`
      On country roads around Stonebeck five crosswalks lie in complete darkness. Mains power is too far away, and lamps that
      burn all night would empty any reasonable battery in December.

      The idea is a lamp that sleeps, notices a waiting person and lights the crosswalk for forty seconds.

      - comparison of radar, infrared and camera detection
      - energy budget for the darkest month
      - a mast that the village workshop can build

      The description is still being agreed with the road authority. Dates and the number of teams will follow before
      publication, as will the safety requirements for work at the roadside.
    `),
    client: 'Stonebeck Village Council',
    clientContact: null,
    curator: 'Daniel Whitlock',
    tags: ['Internet of things', 'City'],
    dateStart: null,
    dateEnd: null,
    enrollmentStart: null,
    enrollmentEnd: null,
    teamLimit: 1,
    developerRequirements: ['Electronics', 'Embedded development'],
    projectRequirements: ['Works for ten days without sun'],
    related: [],
    publishedDaysAgo: null,
    state: 'draft',
  },
]
