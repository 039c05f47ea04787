-- Performs a user's actions in Neovim: opens, types, completes, hovers, fixes, renames. `cargo xtask editors` runs it with the
-- configuration of docs/editors.md; the results of each step go to the file $SEEN as JSON.
local seen = {}

local function wait_for(what, holds)
  if not vim.wait(20000, holds, 20) then
    error(what .. ': nothing came within 20 s')
  end
end

local function first_client()
  -- The second name is that of Neovim before 0.10.
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
end

local function messages(buffer)
  return vim.tbl_map(function(diagnostic) return diagnostic.message end, vim.diagnostic.get(buffer))
end

local function text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

-- Moves the cursor to the first occurrence of a word.
local function go_to(word)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  assert(vim.fn.search('\\V' .. word, 'W') > 0, word .. ' is not there')
end

local function ask(method)
  local parameters = vim.lsp.util.make_position_params(0, first_client().offset_encoding)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}) do
    return answer.result
  end
end

local function scenario()
  vim.cmd('edit profile.yaml')
  local profile = vim.api.nvim_get_current_buf()
  wait_for('attaching', function()
    local client = first_client()
    return client and client.initialized and vim.lsp.buf_is_attached(profile, client.id)
  end)
  seen.encoding = first_client().offset_encoding

  -- Omits a letter of a value, and adds a comment with a two-byte character.
  go_to('[arm64]')
  vim.cmd('normal! lllx')
  vim.cmd('normal! A # für später')
  wait_for('a finding', function() return #messages(profile) > 0 end)
  seen.typed = messages(profile)

  -- Applies the first offered fix.
  vim.ui.select = function(items, _, choose) seen.offered = #items; choose(items[1], 1) end
  go_to('ar64')
  vim.lsp.buf.code_action()
  wait_for('the fix', function() return not text(profile):find('ar64', 1, true) end)
  wait_for('no finding', function() return #messages(profile) == 0 end)
  seen.fixed = vim.fn.search('architecture: \\[arm64\\] # für später', 'nw') > 0

  go_to('1.34.1')
  seen.hover = ask('textDocument/hover').contents.value

  -- Renames a capability in both halves.
  go_to('hostType')
  vim.lsp.buf.rename('hostClass')
  wait_for('the new name', function() return not text(profile):find('hostType', 1, true) end)
  seen.renamed = select(2, text(profile):gsub('hostClass', ''))
  wait_for('no finding after the new name', function() return #messages(profile) == 0 end)

  -- In another document, completes the values that the profile offers.
  vim.cmd('edit! shoot.yaml')
  go_to('type: medium')
  vim.cmd('normal! ftf D')
  vim.api.nvim_set_current_line(vim.api.nvim_get_current_line() .. ' ')
  local shoot = vim.api.nvim_get_current_buf()
  wait_for('attaching to the Shoot', function() return vim.lsp.buf_is_attached(shoot, first_client().id) end)
  -- After the last letter, a cursor position that only exists in insert mode.
  local parameters = vim.lsp.util.make_position_params(0, first_client().offset_encoding)
  parameters.position.character = #vim.api.nvim_get_current_line()
  for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/completion', parameters, 20000) or {}) do
    seen.completed = vim.tbl_map(function(item) return item.label end, answer.result.items or answer.result)
  end
end

vim.o.hidden = true
local done, failure = xpcall(scenario, debug.traceback)
seen.failure = not done and failure or nil
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd('qall!')
