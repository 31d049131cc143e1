import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { ConversationService } from './conversation.service.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { PostsService } from './posts.service.js';
import { ReactionsService } from './reactions.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule],
  controllers: [MessagesController],
  providers: [ConversationService, MessagesService, PostsService, ReactionsService],
  exports: [ConversationService, MessagesService],
})
export class MessagesModule {}
