// The arrows of ARCHITECTURE.md as rules. A part may import what stands to its left:
//   kernel <- platform <- auth <- journal <- boards <- features <- mcp, cli, web
const FEATURES = 'gists|grep|unfold|notices|messages|events|transfer|coordination|artifacts';
const SURFACES = 'mcp|cli|web';
// `coordination` is a folder of features; each other feature is a folder of its own.
const ONE_FEATURE = '^src/(coordination/[^/]+|gists|grep|unfold|notices|messages|events|transfer|artifacts)/';
// What stands in src itself joins the parts: the module, the entry points, the schema.
const COMPOSITION_ROOT = '^(src/[^/]+\\.ts$|src/migrations/|ormconfig\\.ts$)';
const STORED = '\\.(repository|entity|entities)\\.ts$';

const ORDER = ['kernel', 'platform', 'auth', 'journal', 'boards', FEATURES];

/** `part` may import itself and what is to its left of all that is ours; packages are no concern of these rules. */
const looksLeft = (part, comment) => ({
  name: `${part === FEATURES ? 'features' : part}-looks-left`,
  comment,
  severity: 'error',
  from: { path: `^src/(${part})/` },
  to: { path: '^(src|test)/|^ormconfig', pathNot: `^src/(${ORDER.slice(0, ORDER.indexOf(part) + 1).join('|')})/` },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Modules that need each other are one module; and Nest providers in a circle die at load under ESM.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-is-pure',
      comment: 'Everything stands on the kernel, so it stands on nothing: no package, and of Node only its hashes.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { pathNot: '^(src/kernel/|(node:)?crypto$)' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules are plain functions: no framework, database, clock or randomness, so tables of values test them.',
      severity: 'error',
      from: { path: '^src/.+/domain/' },
      to: { pathNot: '^src/(kernel|.+/domain)/' },
    },
    looksLeft('platform', 'Platform is what any service needs; it knows nothing of this product.'),
    looksLeft('auth', 'Who is calling is settled before any board is looked at.'),
    looksLeft('journal', 'The journal stores entries of any kind and knows no kind.'),
    looksLeft('boards', 'Boards and members are written down in the journal, and know no feature.'),
    looksLeft(FEATURES, 'A feature works without any surface: REST, MCP, CLI and web call the same services.'),
    {
      name: 'gists-looks-left',
      comment: 'grep, unfold and notices are made from gists; gists exist without them.',
      severity: 'error',
      from: { path: '^src/gists/' },
      to: { path: '^src/(grep|unfold|notices)/' },
    },
    {
      name: 'no-sibling-storage',
      comment:
        "A feature's rows are its own business: ask its service. (gists are to the left of grep, unfold, notices.)",
      severity: 'error',
      from: { path: ONE_FEATURE, pathNot: '^src/(grep|unfold|notices)/' },
      to: { path: `${ONE_FEATURE}.*${STORED}`, pathNot: '^src/$1/' },
    },
    {
      name: 'no-sibling-storage-beside-gists',
      comment: "A feature's rows are its own business: ask its service. gists alone stand to the left of these three.",
      severity: 'error',
      from: { path: '^src/(grep|unfold|notices)/' },
      to: { path: `${ONE_FEATURE}.*${STORED}`, pathNot: '^src/($1|gists)/' },
    },
    {
      name: 'surfaces-call-services',
      comment:
        'All surfaces share one contract; one that reads the store by itself has a second meaning of every rule.',
      severity: 'error',
      from: { path: `^src/(${SURFACES})/` },
      to: { path: STORED },
    },
    {
      name: 'cli-is-light',
      comment:
        'An agent waits for each start of it: it talks to the service by the client, and never loads Nest or TypeORM. (How texts for a model look is plain functions.)',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^(src|test)/|node_modules/(@nestjs|typeorm|class-validator|mysql2|better-sqlite3)/',
        pathNot: '^src/(cli|kernel|platform/config|mcp/domain)/|^src/main\\.ts$',
      },
    },
    {
      name: 'nothing-imports-the-composition-root',
      comment:
        'It knows every part in order to join them; a part that knows it knows everything. (`serve` is its start.)',
      severity: 'error',
      from: { path: '^src/', pathNot: `${COMPOSITION_ROOT}|^src/cli/commands/serve\\.command\\.ts$` },
      to: { path: COMPOSITION_ROOT },
    },
  ],
  options: {
    // Types count: an arrow that is only a type is an arrow.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '\\.spec\\.ts$' },
    doNotFollow: { path: 'node_modules' },
  },
};
