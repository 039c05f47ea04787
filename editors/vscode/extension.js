// Starts `rootstock lsp` for profiles and Shoots. What is shown comes from it; this decides nothing.

'use strict'

const { window, workspace, commands, env, Uri } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

/** Where it is told how the program is installed. */
const INSTALLATION = 'https://github.com/rootstock-rs/rootstock#readme'

/** @type {Client | undefined} */
let client

/** One cause has one message: why it does not start is told by `tell`. */
class Client extends LanguageClient {
  error(message, data, showNotification) {
    super.error(message, data, this.isRunning() ? showNotification : false)
  }
}

/** What is started and stopped, one after the other: who restarts twice at once has one server. */
let turn = Promise.resolve()

/** @param {import('vscode').ExtensionContext} context */
exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('rootstock.restart', restart),
    commands.registerCommand('rootstock.showOutput', () => client?.outputChannel.show()),
    workspace.onDidChangeConfiguration((change) => {
      const isOurs = ['rootstock.path', 'rootstock.arguments'].some((name) => change.affectsConfiguration(name))
      return isOurs ? restart() : undefined
    }),
  )
  await restart()
}

exports.deactivate = () => inTurn(stop)

function restart() {
  return inTurn(async () => {
    await stop()
    await start()
  })
}

/** @param {() => Promise<void>} work */
function inTurn(work) {
  turn = turn.then(work, work)
  return turn
}

async function start() {
  const settings = workspace.getConfiguration('rootstock')
  const command = settings.get('path', 'rootstock')
  const started = new Client(
    'rootstock',
    'Rootstock',
    { command, args: ['lsp', ...settings.get('arguments', [])] },
    { documentSelector: ['yaml', 'json'].map((language) => ({ scheme: 'file', language })) },
  )
  client = started
  try {
    await started.start()
  } catch (why) {
    // Nobody waits for an answer: the editor goes on while the message stands.
    void tell(command, why)
  }
}

async function stop() {
  const stopped = client
  client = undefined
  // One that has never run has nothing to stop.
  await stopped?.dispose().catch(() => undefined)
}

/**
 * @param {string} command
 * @param {unknown} why
 */
async function tell(command, why) {
  const reason = why instanceof Error ? why.message : String(why)
  const happened = reason.includes('ENOENT') ? `There is no program ${command}.` : `${command} lsp does not start: ${reason.trim()}.`
  const said = `${happened} Install rootstock, or say where it is in the setting rootstock.path.`
  const chosen = await window.showErrorMessage(said, 'How to install it', 'Open the setting')
  if (chosen === 'How to install it') {
    await env.openExternal(Uri.parse(INSTALLATION))
  } else if (chosen === 'Open the setting') {
    await commands.executeCommand('workbench.action.openSettings', 'rootstock.path')
  }
}
